import { useApplications } from './navigation.ts'

/** Answers the list of a module, where the user has it in a menu; `query` narrows it. */
export function useListHref(): (name: string, query?: string) => string | undefined {
  const applications = useApplications()
  return (name, query = '') => {
    const application = applications.find(({ groups }) => groups.some(({ modules }) => modules.some((module) => module.name === name)))
    return application && `/${application.name}/${name}${query}`
  }
}
