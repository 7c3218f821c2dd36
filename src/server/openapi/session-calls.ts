/** Calls about signing in, passwords, the companies and the instance. Tag: `session`. */
import type { JsonSchema } from '../../engine/model/module.ts'
import {
  answer,
  BOOLEAN,
  body,
  type FixedCall,
  file,
  INTEGER,
  inPath,
  json,
  listOf,
  NULL,
  nullable,
  PERHAPS,
  PUBLIC,
  ref,
  STRING,
  shape,
  text,
} from './parts.ts'

const MESSAGE = { message: STRING }
const LOGO: JsonSchema = { type: ['integer', 'null'], description: 'Id of the file.' }

/** Schemas that only these calls use. */
export const SESSION_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Feature: shape({ name: STRING, enabled: { const: true } }, ['name', 'enabled']),
  Profile: shape(
    {
      user: {
        ...shape({
          id: INTEGER,
          username: STRING,
          name: nullable(STRING),
          email: nullable(STRING),
          employee_id: nullable(INTEGER),
          avatar_url: nullable(STRING),
          branch_ids: nullable(listOf(INTEGER)),
          user_role: shape({ id: nullable(INTEGER), name: nullable(STRING), applications: listOf(ref('Application')) }),
          password_changed: BOOLEAN,
          is_dark: { enum: [0, 1, null], description: 'Null: never chosen.' },
          is_developer: BOOLEAN,
        }),
        description: 'The person who is signed in.',
      },
      company: shape({ code: STRING, name: STRING, logo: LOGO, logo_url: LOGO, time_zone: STRING }),
      branch: nullable(shape({ id: INTEGER, code: nullable(STRING), name: nullable(STRING) })),
      applications: listOf(ref('Application')),
      maintenance: BOOLEAN,
      features: listOf(ref('Feature')),
      is_developer: BOOLEAN,
      must_change_password: BOOLEAN,
    },
    ['user', 'company', 'applications', 'maintenance', 'features', 'is_developer', 'must_change_password'],
  ),
  Application: {
    type: 'object',
    description: 'An application that the person may enter.',
    properties: { id: INTEGER, name: STRING, title: STRING, icon: STRING, color: STRING, version: nullable(STRING) },
  },
}

const PASSWORDS = shape({ password: STRING, password_confirmation: STRING }, ['password', 'password_confirmation'])
const newPassword = (method: 'post' | 'put' | 'patch', path: string): FixedCall => [
  method,
  path,
  'Change the own password; other sessions of the person end',
  { requestBody: body(PASSWORDS), responses: json(answer(NULL, MESSAGE), ['400', '401', '429']) },
]
const RESET_REQUEST = { type: 'integer', description: '`user_id` of the answer of forgot_password_request.' }
const INSTANCE = {
  has_instance: BOOLEAN,
  has_company: BOOLEAN,
  needs_setup: BOOLEAN,
  signature_required: BOOLEAN,
  api_base: STRING,
  app_store_url: nullable(STRING),
  play_store_url: nullable(STRING),
}
const START = { features: listOf(ref('Feature')), is_developer: BOOLEAN }
const FIRST_USER = {
  first_name: STRING,
  last_name: STRING,
  username: STRING,
  email: STRING,
  password: STRING,
  password_confirmation: STRING,
}

export const SESSION_CALLS: readonly FixedCall[] = [
  [
    'get',
    '/',
    'Features that are on, and whether the caller is a developer',
    { security: PERHAPS, responses: json(answer(shape(START), START), ['503']) },
  ],
  [
    'get',
    '/companies',
    'Companies to sign in to',
    {
      security: PUBLIC,
      responses: json(answer(listOf(shape({ id: INTEGER, code: STRING, name: STRING, logo: LOGO }))), ['503']),
    },
  ],
  [
    'get',
    '/companies/{code}/logo',
    'Logo of a company',
    { security: PUBLIC, parameters: inPath('{code}'), responses: file('image/*', ['404', '503']) },
  ],
  [
    'post',
    '/login',
    'Sign in',
    {
      security: PUBLIC,
      description:
        'The company is named by its code, its id, or the header `X-Company-Code`. The token is the bearer token of other calls.',
      requestBody: body(
        shape({ username: STRING, password: STRING, company_code: STRING, company_id: INTEGER, device_id: STRING, device_name: STRING }, [
          'username',
          'password',
        ]),
      ),
      responses: json(answer({ allOf: [shape({ token: STRING }, ['token']), ref('Profile')] }), ['400', '401', '429', '503']),
    },
  ],
  ['post', '/logout', 'Sign out: the session ends', { responses: json(answer(NULL), ['401']) }],
  [
    'get',
    '/validate',
    'Is the session open, and whose is it?',
    {
      responses: json({ allOf: [shape({ success: { const: true }, valid: { const: true } }), ref('Profile')] }, ['401', '403']),
    },
  ],
  [
    'put',
    '/user/dark_mode',
    'Choose the dark or the light screen',
    {
      requestBody: body(shape({ is_dark: { enum: [0, 1, true, false] } }, ['is_dark'])),
      responses: json(answer(shape({ is_dark: { enum: [0, 1] } })), ['400', '401']),
    },
  ],
  newPassword('patch', '/user/password/change'),
  newPassword('post', '/user/changePassword'),
  newPassword('put', '/user/update-password'),
  [
    'post',
    '/forgot_password_request',
    'Ask for a one-time code by mail',
    {
      security: PUBLIC,
      description: 'The answer is the same whether or not there is such an account.',
      requestBody: body(shape({ company_code: STRING, usernameEmail: STRING }, ['usernameEmail'])),
      responses: json(answer(shape({ email: STRING, user_id: INTEGER }), { ...MESSAGE, email: STRING, user_id: INTEGER }), ['400', '429']),
    },
  ],
  [
    'post',
    '/forgot_password_request/verify-otp',
    'Exchange the code for a token',
    {
      security: PUBLIC,
      requestBody: body(shape({ user_id: RESET_REQUEST, otp: { type: ['string', 'integer'] } }, ['user_id', 'otp'])),
      responses: json(answer(shape({ token: STRING }), { ...MESSAGE, token: STRING }), ['400', '422', '429']),
    },
  ],
  [
    'post',
    '/forgot_password_request/resend-otp',
    'Ask for another code',
    {
      security: PUBLIC,
      requestBody: body(shape({ user_id: RESET_REQUEST }, ['user_id'])),
      responses: json(answer(NULL, MESSAGE), ['400', '429']),
    },
  ],
  [
    'post',
    '/forgot_password_request/reset-password',
    'Set a new password with the token',
    {
      security: PUBLIC,
      requestBody: body(
        shape({ user_id: RESET_REQUEST, token: STRING, password: STRING, confirm_password: STRING }, [
          'user_id',
          'token',
          'password',
          'confirm_password',
        ]),
      ),
      responses: json(answer(NULL, MESSAGE), ['400', '422', '429']),
    },
  ],
  [
    'get',
    '/instance/has_instance',
    'Is this instance licensed and set up?',
    { security: PUBLIC, responses: json(answer(shape(INSTANCE), INSTANCE), ['503']) },
  ],
  [
    'post',
    '/instance/validate_key',
    'Is a licence key good? The first good one activates the instance',
    {
      security: PUBLIC,
      requestBody: body(shape({ license_key: STRING, signature: STRING }, ['license_key'])),
      responses: json(answer(shape({ valid: { const: true } }), { valid: { const: true } }), ['400', '429']),
    },
  ],
  [
    'post',
    '/instance/setup',
    'Make the first company and its first user',
    {
      security: PUBLIC,
      requestBody: body(
        shape(
          {
            license_key: STRING,
            signature: STRING,
            company: shape({ code: STRING, name: STRING }, ['code', 'name']),
            user: shape(FIRST_USER, Object.keys(FIRST_USER)),
          },
          ['license_key', 'company', 'user'],
        ),
      ),
      responses: json(answer(shape({ company: shape({ code: STRING, name: STRING }) })), ['400', '403', '429']),
    },
  ],
  [
    'get',
    '/instance/mobile-qr',
    'What the mobile app scans to find this instance',
    { security: PUBLIC, responses: text('image/svg+xml', 'Picture', ['503']) },
  ],
]
