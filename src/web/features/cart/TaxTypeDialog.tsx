import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { dropdownQuery } from '../../api/queries.ts'
import { toastError } from '../../ui/toast.ts'
import { changeTaxType, type Reservation } from './queries.ts'
import { t } from './text.ts'

/** How the prices of the reservation relate to VAT. */
export const TaxTypeDialog = ({ reservation, close }: { reservation: Reservation; close: () => void }) => {
  const choices = useQuery(dropdownQuery('tax_type', { 'filter[is_active]': true, limit: 100 }))
  const [picked, setPicked] = useState(reservation.tax_type_id ? String(reservation.tax_type_id) : null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (picked === null) return
    setBusy(true)
    try {
      if (Number(picked) !== reservation.tax_type_id) await changeTaxType(reservation.id, Number(picked))
      close()
    } catch (error) {
      toastError(error)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t('cart.changeTaxTypeText')}</Text>
        <Select
          label={t('cart.taxTypeField')}
          data-autofocus
          allowDeselect={false}
          data={(choices.data ?? []).map((row) => ({ value: String(row.id), label: String(row.name) }))}
          value={picked}
          onChange={setPicked}
          error={choices.isError ? t('cart.failed') : undefined}
        />
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" onClick={close}>
            {t('cart.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={picked === null}>
            {t('cart.proceed')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
