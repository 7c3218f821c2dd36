/**
 * The modules of the product for stories, resolved as the server resolves them: `virtual:modules` lists them, and brings
 * those of an application when one of them is asked for.
 */
import type { Plugin } from 'vite'
import { descriptorFiles, productRegistries } from '../scripts/descriptors.ts'
import { loadDescriptors } from '../src/engine/index.ts'
import type { Module } from '../src/engine/model/module.ts'

const LIST = 'virtual:modules'
const OF_APPLICATION = 'virtual:modules-of/'

/** The descriptors, read once; a story book that runs sees a changed one after a restart. */
export function everyModule(): Plugin {
  let loading: Promise<ReadonlyMap<string, Module>> | undefined
  const modules = () => (loading ??= productRegistries().then((registries) => loadDescriptors(descriptorFiles(), registries).modules))
  return {
    name: 'every-module',
    resolveId: (id) => (id === LIST || id.startsWith(OF_APPLICATION) ? `\0${id}` : undefined),
    async load(id) {
      const all = id.includes(LIST) || id.includes(OF_APPLICATION) ? [...(await modules()).values()] : []
      if (id === `\0${LIST}`) {
        const shown = all.filter(({ hidden }) => !hidden)
        const list = shown.map(({ name, title, application, kind }) => ({ name, title, application, kind }))
        const loaders = all.map(({ name, application }) => {
          const [key, from] = [name, OF_APPLICATION + application].map((text) => JSON.stringify(text))
          return `${key}: () => import(${from}).then((modules) => ({ default: modules.default[${key}] }))`
        })
        return `export const list = ${JSON.stringify(list)}\nexport const loaders = { ${loaders.join(', ')} }`
      }
      if (!id.startsWith(`\0${OF_APPLICATION}`)) return undefined
      const inApplication = all.filter(({ application }) => id === `\0${OF_APPLICATION}${application}`)
      const byName = Object.fromEntries(inApplication.map((module) => [module.name, module]))
      // A string parsed is read faster than an object written out.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(byName))})`
    },
  }
}
