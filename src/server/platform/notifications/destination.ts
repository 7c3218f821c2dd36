/** Where a notification leads the person who gets it. */
import type { Module } from '../../../engine/model/module.ts'

/**
 * The application in which a module opens for a person: its home where they may enter that, else the first beside it that
 * they may. Its home where there is none, so that the notification still says where the record belongs.
 * `applications` are those that the person may enter.
 */
export function applicationFor(module: Pick<Module, 'application' | 'alsoIn'>, applications: readonly string[]): string {
  const listed = [module.application, ...module.alsoIn.map(({ application }) => application)]
  return listed.find((name) => applications.includes(name)) ?? module.application
}
