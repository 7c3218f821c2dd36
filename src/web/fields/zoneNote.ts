import { t } from '../i18n/index.ts'
import { foreignZone } from '../state/zone.ts'

/** `Time in Asia/Manila (GMT+8).` beside times that are not those of the reader's own clock; nothing where they are. */
export const zoneNote = (): string | undefined => {
  const zone = foreignZone()
  return zone && t('zone.time', { zone })
}
