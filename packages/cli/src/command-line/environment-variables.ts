/** The environment variables that commands read; help lists those of each. */
export const environmentVariables = {
  PARTNER_PLATFORM_API_KEY: 'API key, unless --api-key-file names a file with it.',
  PARTNER_PLATFORM_WEBHOOK_SECRETS:
    'Signing secrets, newest first, separated by commas, unless --secret-file names a file with them.',
  NO_COLOR: 'Set to anything, it leaves out colours; there are none but on a terminal.',
} as const

export type EnvironmentVariable = keyof typeof environmentVariables
