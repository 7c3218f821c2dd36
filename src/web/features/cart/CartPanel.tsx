import { Button, Drawer, Loader, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorDetail } from '../../api/errors.ts'
import { navigationQuery } from '../../api/queries.ts'
import styles from './cart.module.css'
import { NewReservation } from './NewReservation.tsx'
import { Notice } from './Notice.tsx'
import { currentQuery } from './queries.ts'
import { ReservationView } from './ReservationView.tsx'
import { t } from './text.ts'

/** Code of the plugin that fills the first tab. */
const PLUGIN = 'shopping_cart'

/** The user's cart at the right of the screen. */
const CartPanel = ({ opened, close, rights }: { opened: boolean; close: () => void; rights: ReadonlySet<string> }) => {
  // A dialog over the panel takes Escape for itself.
  const [asking, setAsking] = useState(false)
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size={440}
      title={t('cart.title')}
      closeOnEscape={!asking}
      closeButtonProps={{ 'aria-label': t('cart.close') }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ title: styles.title!, content: styles.content!, body: styles.body! }}
    >
      <Tabs defaultValue="reservations" classNames={{ root: styles.tabs!, panel: styles.panel! }} keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="shopping">{t('cart.shopping')}</Tabs.Tab>
          <Tabs.Tab value="reservations">{t('cart.reservations')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="shopping">
          <ShoppingCart />
        </Tabs.Panel>
        <Tabs.Panel value="reservations">
          <Reservations close={close} rights={rights} onAsk={setAsking} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  )
}

const ShoppingCart = () => {
  const has = useQuery(navigationQuery).data?.plugins?.includes(PLUGIN)
  return has ? (
    <Notice title={t('cart.plugin')} text={t('cart.pluginText')} />
  ) : (
    <Notice title={t('cart.noPlugin')} text={t('cart.noPluginText')} />
  )
}

const Reservations = ({ close, rights, onAsk }: { close: () => void; rights: ReadonlySet<string>; onAsk: (asking: boolean) => void }) => {
  const current = useQuery(currentQuery)
  if (current.isPending) return <Loader size="sm" m="lg" aria-label={t('cart.loading')} role="status" />
  if (current.isError)
    return (
      <Notice title={t('cart.failed')} text={errorDetail(current.error)} alert>
        <Button variant="default" onClick={() => void current.refetch()}>
          {t('cart.retry')}
        </Button>
      </Notice>
    )
  return current.data ? (
    <ReservationView key={current.data.id} reservation={current.data} rights={rights} close={close} onAsk={onAsk} />
  ) : (
    <NewReservation allowed={rights.has('new')} />
  )
}

export default CartPanel
