import type { ReactNode } from 'react'
import type { Mood } from './moods.ts'

const INK = '#4a3000'
const EYES = (
  <g fill={INK}>
    <ellipse cx="8.5" cy="9.5" rx="1.3" ry="1.7" />
    <ellipse cx="15.5" cy="9.5" rx="1.3" ry="1.7" />
  </g>
)
const heart = (x: number) => (
  <path
    transform={`translate(${x} 6.6) scale(.27)`}
    fill="#d92d3a"
    d="M10 19S0 12.5 0 5.8C0 2.5 2.4 0 5.3 0 7.2 0 9 1 10 2.6 11 1 12.8 0 14.7 0 17.6 0 20 2.5 20 5.8 20 12.5 10 19 10 19z"
  />
)

/** Faces drawn here, because systems draw the same emoji differently and some have none of the newer ones. */
const FACES: Record<Mood, { skin: string; features: ReactNode }> = {
  grinning: {
    skin: '#ffcc4d',
    features: (
      <>
        {EYES}
        <path d="M5.6 13.4h12.8c0 4-2.9 6.4-6.4 6.4s-6.4-2.4-6.4-6.4z" fill={INK} />
        <path d="M6 13.4h12l-.5 2.2h-11z" fill="#fff" />
      </>
    ),
  },
  heart_eyes: {
    skin: '#ffcc4d',
    features: (
      <>
        {heart(5.6)}
        {heart(13)}
        <path d="M6.6 14h10.8c0 3.4-2.4 5.4-5.4 5.4S6.6 17.4 6.6 14z" fill={INK} />
      </>
    ),
  },
  symbols_on_mouth: {
    skin: '#e0503c',
    features: (
      <>
        <g fill={INK}>
          <circle cx="8.3" cy="10.2" r="1.4" />
          <circle cx="15.7" cy="10.2" r="1.4" />
        </g>
        <path d="M5.5 7l4 1.9M18.5 7l-4 1.9" stroke={INK} strokeWidth="1.3" strokeLinecap="round" />
        <rect x="4.5" y="13.5" width="15" height="5" rx="1.2" fill="#2c2f36" />
        <path
          d="M6.8 15v2M5.9 16h1.9M9.3 14.8l1.4 2.5M12.2 14.9v2.3M13.3 14.9v2.3M11.7 15.5h2.1M11.7 16.6h2.1M15.7 14.8v1.4M15.7 17.2v.1M17.7 14.8l-.8 2.5"
          stroke="#fff"
          strokeWidth=".75"
          strokeLinecap="round"
        />
      </>
    ),
  },
  cold_face: {
    skin: '#7ab8f5',
    features: (
      <>
        {EYES}
        <rect x="6.5" y="14" width="11" height="3.8" rx="1.3" fill="#fff" stroke="#1e4e80" strokeWidth=".9" />
        <path d="M6.5 15.9h11M9.3 14v3.8M12 14v3.8M14.7 14v3.8" stroke="#1e4e80" strokeWidth=".7" />
        <path d="M3.2 16.5v4M5.3 18v3.2M20.8 16.5v4" stroke="#e8f4ff" strokeWidth="1.5" strokeLinecap="round" />
      </>
    ),
  },
  exploding_head: {
    skin: '#ffcc4d',
    features: (
      <>
        <path d="M1 9.3C2.5 5 7 1 12 1s9.5 4 11 8.3l-3.2-1.5-2 1.7-2.6-1.9L12 9.5 8.8 7.6 6.2 9.5l-2-1.7z" fill="#f07a2a" />
        <path d="M5.5 6.2a3 3 0 0 1 3-3.7 4 4 0 0 1 7 0 3 3 0 0 1 3 3.7c-2.1-1-4.3-1.1-6.5.500-2.2-1.6-4.4-1.5-6.5-.5z" fill="#f9d9b8" />
        <g fill="#fff" stroke={INK} strokeWidth=".6">
          <circle cx="8.5" cy="12.8" r="1.9" />
          <circle cx="15.5" cy="12.8" r="1.9" />
        </g>
        <g fill={INK}>
          <circle cx="8.5" cy="12.8" r=".8" />
          <circle cx="15.5" cy="12.8" r=".8" />
          <ellipse cx="12" cy="18.2" rx="1.9" ry="2.1" />
        </g>
      </>
    ),
  },
  disguised_face: {
    skin: '#ffcc4d',
    features: (
      <>
        <g fill="#fff" stroke="#22252b" strokeWidth="1.3">
          <circle cx="7.7" cy="10.2" r="3.1" />
          <circle cx="16.3" cy="10.2" r="3.1" />
        </g>
        <path d="M4.5 6.3c1.8-1.4 4-1.4 5.6 0M13.9 6.3c1.6-1.4 3.8-1.4 5.6 0" stroke="#5a3a1c" strokeWidth="1.5" strokeLinecap="round" />
        <circle cx="7.9" cy="10.3" r="1" fill={INK} />
        <circle cx="16.1" cy="10.3" r="1" fill={INK} />
        <path d="M12 9.5c-1.6 2.3-2.3 4.6 0 4.9 2.3-.3 1.6-2.6 0-4.9z" fill="#f3a683" />
        <path d="M12 15c-2.2-1.3-4.6-.4-5.6 1.7 2 .8 4.2.6 5.6-.5 1.4 1.1 3.6 1.3 5.6.5-1-2.1-3.4-3-5.6-1.7z" fill="#5a3a1c" />
        <path d="M9.5 18.8c1.6 1 3.4 1 5 0" stroke={INK} strokeWidth="1" strokeLinecap="round" />
      </>
    ),
  },
}

export const Face = ({ mood, size = 32 }: { mood: Mood; size?: number }) => {
  const { skin, features } = FACES[mood]
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill={skin} />
      {features}
    </svg>
  )
}
