import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconFileZip,
  IconPhoto,
  type IconProps,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import styles from './media.module.css'
import { bytesQuery, type MediaFile } from './queries.ts'

/** Larger pictures without a thumbnail of their own are not fetched for a small one. */
const LARGEST = 8 * 1024 * 1024

const ICONS: readonly (readonly [RegExp, ComponentType<IconProps>])[] = [
  [/^image\//, IconPhoto],
  [/pdf/, IconFileTypePdf],
  [/sheet|excel|csv/, IconFileSpreadsheet],
  [/word|opendocument\.text/, IconFileWord],
  [/zip/, IconFileZip],
  [/^text\//, IconFileText],
]
export const isImage = ({ mime_type }: MediaFile): boolean => /^image\//.test(mime_type ?? '')

/** An address of bytes for as long as the caller is on screen. */
export const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** A picture as itself, once it comes into sight; other files by the icon of their kind. */
export const Thumbnail = ({ file }: { file: MediaFile }) => {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  const wanted = isImage(file) && (Boolean(file.thumbnail_file) || file.size_bytes <= LARGEST)
  useEffect(() => {
    if (!wanted || !place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [wanted])
  const url = useObjectUrl(useQuery({ ...bytesQuery(file.thumbnail_file ?? file.path), enabled: wanted && seen, retry: false }).data)
  const Icon = ICONS.find(([kind]) => kind.test(file.mime_type ?? ''))?.[1] ?? IconFile
  return (
    <div ref={place} className={styles.thumbnail}>
      {url ? <img src={url} alt="" /> : <Icon size={36} stroke={1.2} aria-hidden />}
    </div>
  )
}
