/* Generated from the modules by scripts/generate-types.ts (npm run module -- types). Do not edit. */
import type { Row } from '../../engine/model/module.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Json } from '../../kernel/json.ts'

/** A referenced record: its id, its name, and the columns that the field asks for. */
export type Reference = Row & { readonly id: number }

/** What every record has. */
export type StoredRecord = {
  id: number
  version: Decimal
  created_by: number | null
  created_by_user: Reference | null
  created_at: string
  updated_by: number | null
  updated_by_user: Reference | null
  updated_at: string
}

/** Who carried out transitions, and when: `posted_by`, `posted_by_user` and `posted_at` of `posted`. */
export type Stamped<Name extends string> = { [By in `${Name}_by`]: number | null } & {
  [User in `${Name}_by_user`]: Reference | null
} & { [At in `${Name}_at`]: string | null }

/** A decision of an approver. */
export type ApprovalRow = {
  id: number
  level: Decimal | null
  approver_id: number | null
  approver: Reference | null
  action: 'approve' | 'disapprove' | 'return' | null
  remarks: string | null
  acted_at: string | null
}

/** Records as services load them, by module. */
export interface Records {
  cto_filing: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'cancellation_declined' | 'voided' | 'returned' | 'processed'> & {
    transaction_no: string | null
    transaction_date: string
    employee_id: number
    employee: Reference
    date_from: string
    date_to: string
    hours: Decimal
    overtime_filing_ids: number[]
    overtime_filings: Reference[]
    earned_hours: Decimal | null
    used_hours: Decimal | null
    balance_hours: Decimal | null
    expiry_date: string | null
    reason: string
    attachments: number[]
    level: Decimal | null
    disapproved_reason: string | null
    cancellation_reason: string | null
    cancellation_asked_at: string | null
    cancellation_declined_reason: string | null
    void_reason: string | null
    returned_reason: string | null
    status: 'draft' | 'posted' | 'returned' | 'approved' | 'disapproved' | 'processed' | 'voided'
    approvals: {
      id: number
      level: Decimal | null
      approver_id: number | null
      approver: Reference | null
      for_user_id: number | null
      for_user: Reference | null
      action: 'approve' | 'disapprove' | 'return' | null
      remarks: string | null
      acted_at: string | null
    }[]
  }
  daily_time_record: StoredRecord & {
    employee_id: number
    employee: Reference
    date: string
    attendance: 'present' | 'half_day' | 'incomplete' | 'absent' | 'on_leave' | 'official_business' | 'rest_day' | 'rest_day_worked' | 'holiday' | 'holiday_worked' | 'unscheduled' | 'unscheduled_worked' | null
    exception: 'absent' | 'incomplete' | 'unscheduled' | 'late' | 'undertime' | null
    shift_schedule_id: number | null
    shift_schedule: Reference | null
    shift_code: string | null
    day_type_id: number
    day_type: Reference
    time_in: string | null
    break_out: string | null
    break_in: string | null
    time_out: string | null
    is_rest_day: boolean | null
    is_absent: boolean | null
    work_hours: Decimal | null
    late_minutes: Decimal | null
    undertime_minutes: Decimal | null
    absent_minutes: Decimal | null
    overtime_hours: Decimal | null
    night_diff_hours: Decimal | null
    leave_hours: Decimal | null
    ob_hours: Decimal | null
    leave_filing_id: number | null
    leave_filing: Reference | null
    overtime_filing_id: number | null
    overtime_filing: Reference | null
    time_zone_id: number | null
    time_zone: Reference | null
    is_international: boolean | null
    mark: 'absent' | 'present' | null
    is_locked: boolean | null
    processed_at: string | null
    remarks: string | null
    result: Json | null
    status: 'processed'
  }
  employee: StoredRecord & {
    employee_no: string
    full_name: string | null
    salutation: 'Mr.' | 'Mrs.' | 'Ms.' | 'Dr.' | null
    first_name: string
    middle_name: string | null
    last_name: string
    suffix: string | null
    nickname: string | null
    gender: 'Male' | 'Female'
    birth_at: string
    birth_place: string | null
    civil_status_id: number
    civil_status: Reference
    citizenship_id: number
    citizenship: Reference
    religion: string | null
    blood_type: string | null
    height: Decimal | null
    weight: Decimal | null
    email: string | null
    mobile: string | null
    phone: string | null
    facebook: string | null
    avatar_path: number | null
    branch_id: number
    branch: Reference
    department_id: number | null
    department: Reference | null
    position_id: number | null
    position: Reference | null
    team_id: number | null
    team: Reference | null
    employment_type_id: number
    employment_type: Reference
    manager_id: number | null
    manager: Reference | null
    date_hired: string
    date_regularized: string | null
    date_separated: string | null
    separation_reason: string | null
    separation_cause: 'resignation' | 'end_of_contract' | 'retirement' | 'just_cause' | 'redundancy' | 'labor_saving_devices' | 'retrenchment' | 'closure' | 'closure_serious_losses' | 'disease' | 'reinstatement_impossible' | 'no_assignment' | 'no_assignment_by_age' | null
    agreed_separation_pay: Decimal | null
    contract_from: string | null
    contract_to: string | null
    salary_grade_id: number | null
    salary_grade: Reference | null
    work_arrangement: 'On-site' | 'Remote' | 'Hybrid' | null
    present_previous: '1' | null
    time_zone_id: number | null
    time_zone: Reference | null
    status: 'active' | 'inActive'
    biometric_id: string | null
    shift_template_id: number | null
    shift_template: Reference | null
    is_flexi: boolean | null
    is_exempt_dtr: boolean | null
    grace_minutes: Decimal | null
    allow_overtime: boolean | null
    allow_web_bundy: boolean | null
    allow_mobile: boolean | null
    requires_photo: boolean | null
    requires_geofence: boolean | null
    holiday_pay: boolean | null
    night_differential: boolean | null
    break_minutes: Decimal | null
    pay_group_id: number | null
    pay_group: Reference | null
    payment_method_id: number | null
    payment_method: Reference | null
    bank_account_id: number | null
    bank_account: Reference | null
    tax_method: 'per_period' | 'annualized' | null
    hold_pay: boolean | null
    hold_pay_reason: string | null
    is_minimum_wage: boolean | null
    is_piece_rate: boolean | null
    has_sss: boolean | null
    has_philhealth: boolean | null
    has_pagibig: boolean | null
    has_withholding: boolean | null
    pagibig_extra: Decimal | null
    is_confidential: boolean | null
    tax_exempt: boolean | null
    is_final_tax: boolean | null
    substituted_filing: boolean | null
    user_id: number | null
    user: Reference | null
    portal_access: boolean | null
    username: string | null
    user_role_id: number | null
    user_role: Reference | null
    salary_rate_type: 'hourly' | 'daily' | 'monthly' | null
    basic_rate: Decimal | null
    daily_rate: Decimal | null
    hourly_rate: Decimal | null
    monthly_salary: Decimal | null
    effective_date: string | null
    previous_rate: Decimal | null
    currency_id: number | null
    currency: Reference | null
    employment_effective_date: string | null
    movement_type: 'Promotion' | 'Demotion' | 'Lateral Move' | 'Transfer' | 'Regularization' | null
    days_per_year: Decimal | null
    hours_per_day: Decimal | null
  }
  leave_accrual: StoredRecord & {
    name: string
    leave_type_id: number
    leave_type: Reference
    frequency: 'monthly' | 'quarterly' | 'yearly' | 'anniversary'
    qty: Decimal
    accrual_date: string
    timing: 'start' | 'end' | null
    joiners: 'none' | 'by_month' | 'by_day_15' | null
    max_balance: Decimal | null
    start_after_months: Decimal | null
    expires_after_months: Decimal | null
    is_active: boolean | null
    last_run_at: string | null
    accrued_to: string | null
    remarks: string | null
    status: 'draft' | 'processed'
    employees: {
      id: number
      employee_id: number
      employee: Reference
      qty: Decimal | null
      processed_at: string | null
      result: string | null
    }[]
  }
  leave_amendment: StoredRecord & {
    employee_id: number
    employee: Reference
    leave_type_id: number
    leave_type: Reference
    is_increase: boolean
    qty: Decimal
    year: Decimal | null
    effective_date: string | null
    reason: string | null
    balance_before: Decimal | null
    balance_after: Decimal | null
  }
  leave_balance: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'voided'> & {
    transaction_no: string | null
    transaction_date: string
    branch_id: number
    branch: Reference
    year: Decimal
    leave_type_id: number | null
    leave_type: Reference | null
    expiry_date: string | null
    source: 'manual' | 'import' | 'accrual' | 'carry_over'
    reference_no: string | null
    remarks: string | null
    posting_seq: number | null
    print_count: Decimal | null
    last_printed_at: string | null
    disapproved_reason: string | null
    void_reason: string | null
    status: 'draft' | 'approved' | 'disapproved' | 'posted' | 'voided' | 'processed'
    items: {
      id: number
      employee_id: number
      employee: Reference
      leave_type_id: number
      leave_type: Reference
      granted: Decimal
      beginning: Decimal | null
      used: Decimal | null
      reserved: Decimal | null
      adjusted: Decimal | null
      balance: Decimal | null
    }[]
  }
  leave_filing: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'cancellation_declined' | 'voided' | 'returned' | 'processed'> & {
    transaction_no: string | null
    transaction_date: string
    employee_id: number
    employee: Reference
    leave_type_id: number
    leave_type: Reference
    date_from: string
    date_to: string
    duration_type: 'whole_day' | 'first_half' | 'second_half' | 'hours'
    qty: Decimal | null
    with_pay: boolean | null
    balance: Decimal | null
    sss_benefit: Decimal | null
    reason: string
    attachments: number[]
    level: Decimal | null
    disapproved_reason: string | null
    cancellation_reason: string | null
    cancellation_asked_at: string | null
    cancellation_declined_reason: string | null
    void_reason: string | null
    returned_reason: string | null
    status: 'draft' | 'posted' | 'returned' | 'approved' | 'disapproved' | 'processed' | 'voided'
    dates: {
      id: number
      date: string
      qty: Decimal
      with_pay: boolean | null
    }[]
    approvals: {
      id: number
      level: Decimal | null
      approver_id: number | null
      approver: Reference | null
      for_user_id: number | null
      for_user: Reference | null
      action: 'approve' | 'disapprove' | 'return' | null
      remarks: string | null
      acted_at: string | null
    }[]
  }
  loan_entry: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'voided'> & {
    transaction_no: string | null
    transaction_date: string
    branch_id: number
    branch: Reference
    employee_id: number
    employee: Reference
    loan_type_id: number
    loan_type: Reference
    loan_date: string
    is_opening: boolean | null
    principal: Decimal
    interest_rate: Decimal | null
    terms: Decimal
    amortization_basis: 'computed' | 'billed'
    amortization: Decimal | null
    deduction_frequency: 'every_period' | 'first_period' | 'second_period' | 'monthly'
    start_date: string
    interest_amount: Decimal | null
    total_amount: Decimal | null
    per_year: Decimal | null
    end_date: string | null
    paid_amount: Decimal | null
    balance: Decimal | null
    is_paused: boolean | null
    paused_from: string | null
    voucher_no: string | null
    payment_date: string | null
    payment_amount: Decimal | null
    payment_reference: string | null
    reference_no: string | null
    remarks: string | null
    posting_seq: number | null
    print_count: Decimal | null
    last_printed_at: string | null
    disapproved_reason: string | null
    void_reason: string | null
    status: 'draft' | 'approved' | 'disapproved' | 'posted' | 'voided' | 'active' | 'paused' | 'fully_paid'
    pauses: {
      id: number
      date_from: string | null
      date_to: string | null
    }[]
  }
  official_business_filing: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'cancellation_declined' | 'voided' | 'returned' | 'processed'> & {
    transaction_no: string | null
    transaction_date: string
    employee_id: number
    employee: Reference
    date_from: string
    date_to: string
    time_from: string
    time_to: string
    destination: string
    client: string | null
    purpose: string
    images: number[]
    is_rest_day: boolean | null
    hours: Decimal | null
    reason: string | null
    attachments: number[]
    level: Decimal | null
    disapproved_reason: string | null
    cancellation_reason: string | null
    cancellation_asked_at: string | null
    cancellation_declined_reason: string | null
    void_reason: string | null
    returned_reason: string | null
    status: 'draft' | 'posted' | 'returned' | 'approved' | 'disapproved' | 'processed' | 'voided'
    approvals: {
      id: number
      level: Decimal | null
      approver_id: number | null
      approver: Reference | null
      for_user_id: number | null
      for_user: Reference | null
      action: 'approve' | 'disapprove' | 'return' | null
      remarks: string | null
      acted_at: string | null
    }[]
  }
  overtime_filing_with_authorization: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'cancellation_declined' | 'voided' | 'returned' | 'processed' | 'extension_approved' | 'extension_denied'> & {
    transaction_no: string | null
    transaction_date: string
    employee_id: number
    employee: Reference
    date: string
    planned_start: string
    planned_end: string
    planned_hours: Decimal | null
    authorization_status: 'Pending' | 'Authorized' | 'Denied' | null
    extension_status: 'None' | 'Requested' | 'Approved' | 'Denied' | null
    actual_start: string | null
    actual_end: string | null
    actual_hours: Decimal | null
    accomplishment: string | null
    extension_hours: Decimal | null
    extension_reason: string | null
    overtime_filing_id: number | null
    overtime_filing: Reference | null
    reason: string
    attachments: number[]
    level: Decimal | null
    disapproved_reason: string | null
    cancellation_reason: string | null
    cancellation_asked_at: string | null
    cancellation_declined_reason: string | null
    void_reason: string | null
    returned_reason: string | null
    extension_denied_reason: string | null
    status: 'draft' | 'posted' | 'returned' | 'disapproved' | 'approved' | 'extension_requested' | 'processed' | 'voided'
    approvals: {
      id: number
      level: Decimal | null
      approver_id: number | null
      approver: Reference | null
      for_user_id: number | null
      for_user: Reference | null
      action: 'approve' | 'disapprove' | 'return' | null
      remarks: string | null
      acted_at: string | null
    }[]
  }
  held_pay: StoredRecord & Stamped<'released'> & {
    transaction_no: string | null
    payroll_id: number
    payroll: Reference
    employee_id: number
    employee: Reference
    reason: string
    amount: Decimal | null
    released_by_means: 'bank_file' | 'payroll' | 'cash' | null
    released_on: string | null
    release_payroll_id: number | null
    release_payroll: Reference | null
    release_reference: string | null
    status: 'held' | 'released'
  }
  payroll: StoredRecord & Stamped<'approved' | 'posted' | 'voided' | 'processed' | 'precomputed' | 'declined'> & {
    transaction_no: string | null
    branch_id: number
    branch: Reference
    pay_group_id: number
    pay_group: Reference
    pay_schedule_id: number
    pay_schedule: Reference
    pay_period_id: number
    pay_period: Reference
    payroll_tag: 'standard' | 'supplementary' | '13th_month' | 'leave_conversion' | 'final_pay'
    chosen_ids: number[]
    chosens: Reference[]
    payout_date: string
    transaction_date: string | null
    dtr_from: string
    dtr_to: string
    employee_count: Decimal | null
    total_gross: Decimal | null
    total_deductions: Decimal | null
    total_net: Decimal | null
    total_employer: Decimal | null
    total: Decimal | null
    reference_no: string | null
    remarks: string | null
    posting_seq: number | null
    print_count: Decimal | null
    last_printed_at: string | null
    void_reason: string | null
    declined_reason: string | null
    status: 'draft' | 'precomputed' | 'processed' | 'approved' | 'declined' | 'posted' | 'voided'
  }
  payroll_adjustment: StoredRecord & Stamped<'posted' | 'voided'> & {
    transaction_no: string | null
    transaction_date: string
    branch_id: number
    branch: Reference
    pay_period_id: number
    pay_period: Reference
    pay_group_id: number | null
    pay_group: Reference | null
    type: 'earning' | 'deduction'
    pay_item_id: number
    pay_item: Reference
    total: Decimal | null
    import_file: number | null
    payroll_id: number | null
    payroll: Reference | null
    reference_no: string | null
    remarks: string | null
    posting_seq: number | null
    print_count: Decimal | null
    last_printed_at: string | null
    void_reason: string | null
    status: 'draft' | 'posted' | 'voided' | 'processed'
    items: {
      id: number
      employee_id: number
      employee: Reference
      pay_item_id: number
      pay_item: Reference
      amount_option: 'amount' | 'percent' | null
      qty: Decimal | null
      amount: Decimal
      is_taxable: boolean | null
      remarks: string | null
      payroll_id: number | null
      payroll: Reference | null
    }[]
  }
  piece_output: StoredRecord & {
    employee_id: number
    employee: Reference
    date: string
    piece_rate_id: number
    piece_rate: Reference
    quantity: Decimal
    rate: Decimal
    amount: Decimal | null
    hours: Decimal
    payroll_id: number | null
    payroll: Reference | null
    remarks: string | null
    status: 'open' | 'paid'
  }
  record_encoding: StoredRecord & {
    transaction_no: string | null
    encoder_id: number | null
    encoder: Reference | null
    first_name: string
    middle_name: string | null
    last_name: string
    birth_at: string
    gender: 'Male' | 'Female'
    sss_no: string | null
    philhealth_no: string | null
    pagibig_no: string | null
    tin: string | null
    branch_id: number
    branch: Reference
    department_id: number | null
    department: Reference | null
    position_id: number | null
    position: Reference | null
    employment_type_id: number
    employment_type: Reference
    date_hired: string
    salary_rate_type: 'hourly' | 'daily' | 'monthly' | null
    basic_rate: Decimal | null
    decline_reason: string | null
    civil_status_id: number | null
    civil_status: Reference | null
    citizenship_id: number | null
    citizenship: Reference | null
    employee_no: string | null
    status: 'pending' | 'approved' | 'declined'
    employees: {
      id: number
      employee_id: number | null
      employee: Reference | null
    }[]
  }
  restday_filing_with_authorization: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'cancellation_declined' | 'voided' | 'returned' | 'processed' | 'extension_approved' | 'extension_denied'> & {
    transaction_no: string | null
    transaction_date: string
    employee_id: number
    employee: Reference
    date: string
    planned_start: string
    planned_end: string
    planned_hours: Decimal | null
    authorization_status: 'Pending' | 'Authorized' | 'Denied' | null
    extension_status: 'None' | 'Requested' | 'Approved' | 'Denied' | null
    restday_accomplishment: string | null
    accomplished_hours: Decimal | null
    extension_hours: Decimal | null
    extension_reason: string | null
    restday_filing_id: number | null
    restday_filing: Reference | null
    reason: string
    attachments: number[]
    level: Decimal | null
    disapproved_reason: string | null
    cancellation_reason: string | null
    cancellation_asked_at: string | null
    cancellation_declined_reason: string | null
    void_reason: string | null
    returned_reason: string | null
    extension_denied_reason: string | null
    status: 'draft' | 'posted' | 'returned' | 'disapproved' | 'approved' | 'extension_requested' | 'processed' | 'voided'
    approvals: {
      id: number
      level: Decimal | null
      approver_id: number | null
      approver: Reference | null
      for_user_id: number | null
      for_user: Reference | null
      action: 'approve' | 'disapprove' | 'return' | null
      remarks: string | null
      acted_at: string | null
    }[]
  }
  service_charge: StoredRecord & {
    transaction_no: string | null
    date_from: string
    date_to: string
    branch_id: number | null
    branch: Reference | null
    collected: Decimal
    method: 'days' | 'hours' | 'equal'
    pay_period_id: number
    pay_period: Reference
    collected_account_id: number | null
    collected_account: Reference | null
    total_weight: Decimal | null
    distributed: Decimal | null
    status: 'draft' | 'distributed' | 'paid'
    shares: {
      id: number
      employee_id: number
      employee: Reference
      weight: Decimal
      amount: Decimal | null
      payroll_id: number | null
      payroll: Reference | null
    }[]
  }
  shift_adjustment: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'cancellation_declined' | 'voided' | 'returned'> & {
    transaction_no: string | null
    transaction_date: string
    employee_id: number | null
    employee: Reference | null
    date_from: string
    date_to: string
    shift_template_id: number
    shift_template: Reference
    weekdays: string[]
    remarks: string | null
    reason: string | null
    attachments: number[]
    level: Decimal | null
    disapproved_reason: string | null
    cancellation_reason: string | null
    cancellation_asked_at: string | null
    cancellation_declined_reason: string | null
    void_reason: string | null
    returned_reason: string | null
    status: 'draft' | 'posted' | 'returned' | 'approved' | 'disapproved' | 'voided'
    employees: {
      id: number
      employee_id: number
      employee: Reference
      old_shift_id: number | null
      old_shift: Reference | null
    }[]
    approvals: {
      id: number
      level: Decimal | null
      approver_id: number | null
      approver: Reference | null
      for_user_id: number | null
      for_user: Reference | null
      action: 'approve' | 'disapprove' | 'return' | null
      remarks: string | null
      acted_at: string | null
    }[]
  }
  sss_benefit_claim: StoredRecord & {
    transaction_no: string | null
    benefit: 'sickness' | 'maternity'
    employee_id: number
    employee: Reference
    leave_filing_id: number | null
    leave_filing: Reference | null
    date_from: string
    date_to: string
    days: Decimal | null
    same_illness_id: number | null
    same_illness: Reference | null
    notified_on: string | null
    sss_benefit: Decimal | null
    used_days: Decimal | null
    illness_days: Decimal | null
    daily_allowance: Decimal | null
    benefit_amount: Decimal | null
    computation: string | null
    advanced_days: Decimal | null
    advanced_amount: Decimal | null
    filed_on: string | null
    sss_reference_no: string | null
    received_on: string | null
    amount_received: Decimal | null
    receipt_no: string | null
    bank_account_id: number | null
    bank_account: Reference | null
    refused_on: string | null
    refusal_reason: string | null
    difference_account_id: number | null
    difference_account: Reference | null
    difference: string | null
    attachments: number[]
    status: 'draft' | 'approved' | 'advanced' | 'filed' | 'reimbursed' | 'refused'
    advances: {
      id: number
      payroll_id: number | null
      payroll: Reference | null
      paid_on: string | null
      days: Decimal | null
      amount: Decimal | null
    }[]
  }
  time_sheet: StoredRecord & Stamped<'locked'> & {
    employee_id: number
    employee: Reference
    pay_period_id: number
    pay_period: Reference
    date_from: string
    date_to: string
    days_worked: Decimal | null
    regular_hours: Decimal | null
    late_minutes: Decimal | null
    undertime_minutes: Decimal | null
    absences: Decimal | null
    overtime: Json | null
    overtime_hours: Decimal | null
    night_diff_hours: Decimal | null
    leave_with_pay: Decimal | null
    leave_without_pay: Decimal | null
    incomplete_days: Decimal | null
    period_time: Json | null
    status: 'open' | 'locked'
    options: {
      id: number
      option_id: Decimal | null
      name: string | null
      value: boolean | null
    }[]
  }
  timelog_filing: StoredRecord & Stamped<'approved' | 'disapproved' | 'posted' | 'cancellation_declined' | 'voided' | 'returned' | 'processed'> & {
    transaction_no: string | null
    transaction_date: string
    employee_id: number
    employee: Reference
    date: string
    type: 'time_in' | 'time_out' | 'break_out' | 'break_in'
    direction: 'In' | 'Out' | null
    is_break: boolean | null
    logged_at: string
    shift_schedule_id: number | null
    shift_schedule: Reference | null
    daily_time_record_id: number | null
    daily_time_record: Reference | null
    location: string | null
    reason: string
    attachments: number[]
    level: Decimal | null
    disapproved_reason: string | null
    cancellation_reason: string | null
    cancellation_asked_at: string | null
    cancellation_declined_reason: string | null
    void_reason: string | null
    returned_reason: string | null
    status: 'draft' | 'posted' | 'returned' | 'approved' | 'disapproved' | 'processed' | 'voided'
    approvals: {
      id: number
      level: Decimal | null
      approver_id: number | null
      approver: Reference | null
      for_user_id: number | null
      for_user: Reference | null
      action: 'approve' | 'disapprove' | 'return' | null
      remarks: string | null
      acted_at: string | null
    }[]
  }
}
