declare module 'virtual:module-icons' {
  const icons: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>>
  export default icons
}
