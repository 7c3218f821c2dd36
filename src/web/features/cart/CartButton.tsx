import { ActionIcon } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useApplications } from '../../routing/navigation.ts'
import styles from './cart.module.css'
import { currentQuery, RESERVATION } from './queries.ts'

const CartPanel = lazy(() => import('./CartPanel.tsx'))

/** The cart, for users who can see reservations, with the number of items in the current one. */
export const CartButton = () => {
  const rights = new Set(
    useApplications()
      .flatMap(({ groups }) => groups.flatMap(({ modules }) => modules))
      .flatMap(({ name, actions }) => (name === RESERVATION ? actions : [])),
  )
  const allowed = rights.size > 0
  const count = useQuery({ ...currentQuery, enabled: allowed }).data?.items.length ?? 0
  const [opened, setOpened] = useState(false)
  const used = useRef(false)
  used.current ||= opened
  if (!allowed) return null
  const title = count > 0 ? t('header.cartItems', { count }) : t('header.cart')
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={styles.button!}
        title={title}
        aria-label={title}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconShoppingCart size={18} aria-hidden />
        {count > 0 && (
          <span className={styles.badge} aria-hidden>
            {count}
          </span>
        )}
      </ActionIcon>
      {used.current && (
        <Suspense>
          <CartPanel opened={opened} close={() => setOpened(false)} rights={rights} />
        </Suspense>
      )}
    </>
  )
}
