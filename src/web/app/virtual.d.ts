declare module 'virtual:module-icons' {
  const icons: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>
  export default icons
}

declare module 'virtual:package-screens' {
  export const screens: import('../routing/module-screens.ts').FeatureScreens
}

declare module 'virtual:package-translations' {
  export const translations: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>>
}

/** Of the story book only. */
declare module 'virtual:modules' {
  export const list: readonly { readonly name: string; readonly title: string; readonly application: string; readonly kind: string }[]
  export const loaders: Readonly<Record<string, () => Promise<{ default: import('../../engine/model/module.ts').Module | null }>>>
}
