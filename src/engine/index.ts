/** The descriptor side of the engine: files in, resolved modules and problems out. */
export { type DescriptorFile, Loader, type Loaded, loadDescriptors } from './load.ts'
export {
  type AccountRole,
  type CalculationEntry,
  createRegistries,
  type Registries,
  type RegistryParts,
  type SettingEntry,
} from './registries.ts'
export { descriptorSchema, schemaKeys } from './schema/index.ts'
export { contentHash } from './resolve/hash.ts'
export { labelPaths } from './resolve/view.ts'
