/** The query of a list, and a page of its response. */
import type { Row } from '../../engine/model/module.ts'

export interface ListQuery {
  page?: number
  limit?: number
  /** `-transaction_date,id` */
  sort?: string
  search?: string
  /** field → value or `{gte: …}`; operators eq ne gt gte lt lte in like null between */
  filter?: Record<string, unknown>
  /** Ask for an exact count even when capped. */
  count?: 'exact' | 'none'
  /** `all` lifts the date window that lists of large modules open on. */
  window?: 'all'
  /** The fields and dotted columns to answer, separated by commas; every field unless given. */
  fields?: string
}

export interface Page {
  data: Row[]
  pagination: {
    page: number
    per_page: number
    current_page: number
    total: number
    last_page: number
    total_is_estimate?: boolean
    window?: { field: string; from: string }
  }
}
