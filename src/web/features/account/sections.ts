/** The parts of the account area, in the order of its menu. */
export const SECTIONS = ['home', 'personal', 'privacy', 'security', 'sharing', 'subscription'] as const
export type Section = (typeof SECTIONS)[number]

export const isSection = (name: string | undefined): name is Section => SECTIONS.some((section) => section === name)

/** Name of a section's route: where one returns to after saving something of it. */
export const routeName = (section: Section): string => `account-${section}`

export const pathOf = (section: Section): string => `/account/${section}`
