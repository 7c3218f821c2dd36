/** Where a notification leads the person who gets it. */
import type { Module } from '../../engine/module.ts'

/**
 * The application in which a module opens for a person: the first of theirs that lists it, as its home or beside. Its home
 * where none does, so that the notification still says where the record belongs. `applications` are those that the person
 * may enter, in the order of their role.
 */
export function applicationFor(module: Pick<Module, 'application' | 'alsoIn'>, applications: readonly string[]): string {
  const lists = (name: string): boolean => name === module.application || module.alsoIn.some(({ application }) => application === name)
  return applications.find(lists) ?? module.application
}
