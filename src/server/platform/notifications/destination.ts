/** The target of a notification for its recipient. */
import type { Module } from '../../../engine/model/module.ts'

/**
 * The application in which a module opens for a user: its home if they can open that, else the first other one that they
 * can. Its home where there is none, so that the notification still shows where the record belongs. `applications` are
 * those that the user can open.
 */
export function applicationFor(module: Pick<Module, 'application' | 'alsoIn'>, applications: readonly string[]): string {
  const listed = [module.application, ...module.alsoIn.map(({ application }) => application)]
  return listed.find((name) => applications.includes(name)) ?? module.application
}
