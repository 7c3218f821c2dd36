/** The used part of the library, which has no types of its own. */
declare module 'semver' {
  interface Options {
    readonly includePrerelease?: boolean
  }
  const semver: {
    validRange(range: string): string | null
    satisfies(version: string, range: string, options?: Options): boolean
  }
  export default semver
}
