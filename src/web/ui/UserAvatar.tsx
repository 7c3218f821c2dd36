import { useQuery } from '@tanstack/react-query'
import { API_BASE, file } from '../api/client.ts'
import styles from './UserAvatar.module.css'

/** First letters of the first two names. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()

/** An address that an image can show: files of the server are read with the token, which images do not send. */
const usePicture = (url: string | null | undefined): string | undefined => {
  const path = url?.startsWith(`${API_BASE}/`) ? url.slice(API_BASE.length + 1) : undefined
  const read = useQuery({
    queryKey: ['picture', path],
    queryFn: async () => URL.createObjectURL((await file('get', path!)).blob),
    enabled: path !== undefined,
    // The object URL stays valid as long as the page lives.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return path ? read.data : (url ?? undefined)
}

interface PortraitProps {
  name: string
  url?: string | null | undefined
  /** In pixels. */
  size?: number
}

/** A user's picture, or the initials. Decorative: the name is beside it. */
export const Portrait = ({ name, url, size = 30 }: PortraitProps) => {
  const picture = usePicture(url)
  const style = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  return picture ? (
    <img src={picture} alt="" className={styles.portrait} style={style} />
  ) : (
    <span className={styles.portrait} style={style} aria-hidden>
      {initials(name)}
    </span>
  )
}
