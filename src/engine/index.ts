/** The descriptor side of the engine: files in, resolved modules and problems out. */

export { type DescriptorFile, type Loaded, Loader, loadDescriptors } from './descriptor/load.ts'
export { applyOverlay, OVERLAY_KEYS, type Overlaid } from './descriptor/overlay/index.ts'
export { contentHash } from './descriptor/resolve/hash.ts'
export { freeze } from './descriptor/resolve/link-modules.ts'
export { checkStructure, descriptorSchema, schemaKeys } from './descriptor/schema/index.ts'
export {
  type AccountRole,
  type CalculationEntry,
  createRegistries,
  type Registries,
  type RegistryParts,
  type SettingEntry,
} from './model/registries.ts'
export { labelPaths } from './runtime/format/index.ts'
