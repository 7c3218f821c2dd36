/**
 * `tanggapan/screens`: the exports of the web application for the pages of a package, beside React, Mantine, TanStack
 * Query, the router and Tabler icons, which are the application's own.
 */
export { call, file, get, type Params, patch, post, put, remove, save } from '../web/api/client.ts'
export { ApiError, errorText } from '../web/api/errors.ts'
export { listQuery, moduleQuery, recordQuery, refreshRecords } from '../web/api/queries.ts'
export { formatDate, formatDateTime } from '../web/fields/dates.ts'
export { currentLocale, label } from '../web/i18n/core.ts'
export { useModuleRoute } from '../web/routing/module-route.tsx'
export { type FeatureScreens, lazyScreen, type ModuleScreens, type RecordScreen } from '../web/routing/module-screens.ts'
export { Failed } from '../web/ui/Await.tsx'
export { usePageTitle } from '../web/ui/page-title.ts'
export { toast, toastError } from '../web/ui/toast.ts'
