/** The page's own scroll: what was done last stands at its top. */
export const scrollToTop = (): void => document.getElementById('main')?.scrollTo({ top: 0 })
