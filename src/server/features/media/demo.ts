/** Files of a demo company that everyone can read. */

import { create } from '../../demo-kit/records.ts'
import type { Ctx } from '../../platform/context.ts'

const FILES = [
  ['house-rules.txt', 'House rules\n\n1. Wear your ID inside the premises.\n2. Report accidents to your supervisor at once.\n'],
  ['holidays.txt', 'Regular holidays are paid in full. Special days follow the rule "no work, no pay" for those paid by the day.\n'],
] as const

export async function makeMedia(ctx: Ctx): Promise<void> {
  const folder = await create(ctx, 'media_folder', { name: 'Company policies', privacy: 'public' })
  const upload = ctx.services.handlers.get('media.upload')!
  for (const [name, text] of FILES)
    await upload.run(
      ctx,
      ctx.modules.get('media_file')!,
      {
        params: {},
        query: {},
        body: { folder: String(folder), privacy: 'public' },
        files: [{ name, type: 'text/plain', body: Buffer.from(text) }],
      },
      null,
    )
}
