import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { ApiError } from '../../api/errors.ts'
import { useSession } from '../../routing/navigation.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { isForm, ProfileForm } from './ProfileForm.tsx'
import { Head, Loaded } from './parts.tsx'
import { profileQuery } from './queries.ts'
import { isSection } from './sections.ts'
import { t } from './text.ts'

/** `/account/{section}/edit/{form}`. */
const EditForm = () => {
  const { section, form } = useParams()
  const profile = useQuery(profileQuery(useSession()?.user.id))
  if (!isSection(section) || !isForm(form)) return <ErrorPage error={new ApiError(404, {})} />
  return (
    <>
      <Head title={t(`${form}.title`)} />
      <Loaded query={profile}>{(data) => <ProfileForm key={form} profile={data} form={form} section={section} />}</Loaded>
    </>
  )
}

export default EditForm
