/** The descriptor side of the engine: files in, resolved modules and problems out. */
export { type DescriptorFile, type Loaded, Loader, loadDescriptors } from './load.ts'
export { applyOverlay, OVERLAY_KEYS, type Overlaid } from './overlay/index.ts'
export {
  type AccountRole,
  type CalculationEntry,
  createRegistries,
  type Registries,
  type RegistryParts,
  type SettingEntry,
} from './registries.ts'
export { contentHash } from './resolve/hash.ts'
export { labelPaths } from './resolve/view.ts'
export { checkStructure, descriptorSchema, schemaKeys } from './schema/index.ts'
