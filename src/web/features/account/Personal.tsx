import { useQuery } from '@tanstack/react-query'
import { dateText } from '../../records/index/format.ts'
import { useSession } from '../../routing/navigation.ts'
import { Picture } from './Picture.tsx'
import { Card, CardLink, Facts, Head, Loaded } from './parts.tsx'
import { profileQuery } from './queries.ts'
import { type AccountKey, t } from './text.ts'

const edit = (form: 'basic' | 'contact') => (
  <CardLink to={`/account/personal/edit/${form}`} text={t('account.editShort')} label={t('account.edit', { title: t(`${form}.title`) })} />
)

/** Name, birthday and contact details. */
const Personal = () => {
  const profile = useQuery(profileQuery(useSession()?.user.id))
  return (
    <>
      <Head title={t('account.personal')} text={t('account.personalText')} />
      <Card title={t('picture.title')}>
        <Picture />
      </Card>
      <Card title={t('basic.title')} action={edit('basic')}>
        <Loaded query={profile}>
          {({ name, gender, birth_at }) => (
            <Facts
              facts={[
                [t('field.name'), name],
                [t('field.gender'), gender && t(`gender.${gender}` as AccountKey)],
                [t('field.birth_at'), dateText(birth_at)],
              ]}
            />
          )}
        </Loaded>
      </Card>
      <Card title={t('contact.title')} action={edit('contact')}>
        <Loaded query={profile}>
          {({ email, mobile }) => (
            <Facts
              facts={[
                [t('field.email'), email],
                [t('field.mobile'), mobile],
              ]}
            />
          )}
        </Loaded>
      </Card>
    </>
  )
}

export default Personal
