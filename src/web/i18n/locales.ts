/** Locales that a user can choose; texts that have no translation there are English. */
export const LOCALES = ['en-us', 'en-gb', 'fil', 'de', 'es', 'es-419', 'fr', 'it', 'pl', 'pt', 'pt-br'] as const
export type Locale = (typeof LOCALES)[number]
