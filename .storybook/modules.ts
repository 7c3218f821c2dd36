/**
 * The modules of the product for stories, resolved as the server resolves them: `virtual:modules` lists them, and brings each
 * when it is asked for.
 */
import type { Plugin } from 'vite'
import { descriptorFiles, productRegistries } from '../scripts/descriptors.ts'
import { loadDescriptors } from '../src/engine/index.ts'
import type { Module } from '../src/engine/model/module.ts'

const LIST = 'virtual:modules'
const ONE = 'virtual:module/'

/** The descriptors, read once; a story book that runs sees a changed one after a restart. */
export function everyModule(): Plugin {
  let loading: Promise<ReadonlyMap<string, Module>> | undefined
  const modules = () => (loading ??= productRegistries().then((registries) => loadDescriptors(descriptorFiles(), registries).modules))
  return {
    name: 'every-module',
    resolveId: (id) => (id === LIST || id.startsWith(ONE) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${LIST}`) {
        const all = [...(await modules()).values()].filter(({ hidden }) => !hidden)
        const list = all.map(({ name, title, application, kind }) => ({ name, title, application, kind }))
        const loaders = [...(await modules()).keys()].map((name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(ONE + name)})`)
        return `export const list = ${JSON.stringify(list)}\nexport const loaders = { ${loaders.join(', ')} }`
      }
      if (!id.startsWith(`\0${ONE}`)) return undefined
      const module = (await modules()).get(id.slice(ONE.length + 1))
      // A string parsed is read faster than an object written out.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(module ?? null))})`
    },
  }
}
