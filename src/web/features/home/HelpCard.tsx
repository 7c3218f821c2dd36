import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconExternalLink, IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../i18n/home.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast } from '../../ui/toast.ts'
import { Card } from './Card.tsx'
import { landingQuery } from './queries.ts'

const TicketForm = lazy(() => import('./TicketForm.tsx'))

const WIDTH = 560

/** Opens the dialog that writes a ticket, and says its number. */
const submitTicket = async () => {
  const number = await dialogs.modal<string>({ title: t('help.ticket'), width: WIDTH }, (close) => (
    <Suspense>
      <TicketForm close={close} />
    </Suspense>
  ))
  if (number !== undefined) toast('success', t('ticket.sent', { number }).replace('  ', ' '))
}

/** Two kinds of help: people, and the manual. */
export const HelpCard = () => {
  const center = useQuery(landingQuery).data?.help_center_url
  return (
    <Card title={t('help.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('help.text')}
      </Text>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconLifebuoy size={16} aria-hidden />} onClick={() => void submitTicket()}>
          {t('help.ticket')}
        </Button>
        {center ? (
          <Button
            component="a"
            href={center}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            px="sm"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('help.center')}
            <VisuallyHidden> ({t('help.newTab')})</VisuallyHidden>
          </Button>
        ) : (
          <Button component={Link} to="/help" variant="subtle" px="sm">
            {t('help.center')}
          </Button>
        )}
      </Group>
    </Card>
  )
}
