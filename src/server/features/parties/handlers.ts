/** Files of customers and suppliers: one to be named in a form, and the logo of a record. */
import { imageUrl } from '../../platform/auth/profile.ts'
import type { Upload } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { handler, id } from '../../platform/http/params.ts'

function only(files: readonly Upload[]): Upload {
  const [file] = files
  if (!file) throw invalid({ file: ['Choose a file.'] })
  return file
}

/** Stores a file and returns its path, for a record that is not saved yet. */
const upload = handler('party.upload', async (ctx, { files }) => {
  const stored = await ctx.services.files.put(ctx, only(files))
  return { path: stored.id, url: imageUrl(stored.id), name: stored.name }
})

const logo = handler('party.logo', async (ctx, { params, files }, module) => {
  const record_id = id(params, 'id')
  const file = only(files)
  return ctx.db.tx(async () => {
    await ctx.services.records.get(ctx, module, record_id, 'edit')
    const stored = await ctx.services.files.put(ctx, file, { module: module.name, record_id })
    if (!String(stored.type).startsWith('image/')) throw invalid({ file: ['Choose an image.'] })
    await ctx.services.records.update(ctx, module, record_id, { logo: stored.id })
    return { path: stored.id, url: imageUrl(stored.id) }
  })
})

/** E593: a further picture of an item, which the path or the form names. */
const picture = handler('item.createMedia', async (ctx, { params, body, files }, module) => {
  const record_id = params.id === undefined ? id(body, 'item_id') : id(params, 'id')
  const file = only(files)
  return ctx.db.tx(async () => {
    const { images } = await ctx.services.records.get(ctx, module, record_id, 'edit')
    const stored = await ctx.services.files.put(ctx, file, { module: module.name, record_id })
    if (!String(stored.type).startsWith('image/')) throw invalid({ file: ['Choose an image.'] })
    await ctx.services.records.update(ctx, module, record_id, { images: [...((images as unknown[] | null) ?? []), stored.id] })
    return { path: stored.id, url: imageUrl(stored.id) }
  })
})

export const partyHandlers = [upload, logo, picture]
