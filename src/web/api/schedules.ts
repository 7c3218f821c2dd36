/** The list of what is mailed on a schedule. */
export const SCHEDULES = '/home/report_schedule'
