import { createSecret } from '@partner-platform/webhooks'
import { afterAll, beforeAll } from 'vitest'
import { openPlatform, openReceiver } from './open-platform.ts'

type Apps = {
  platform: Awaited<ReturnType<typeof openPlatform>>
  receiver: Awaited<ReturnType<typeof openReceiver>>
}

let apps: Apps
beforeAll(async () => {
  const [platform, receiver] = await Promise.all([openPlatform(), openReceiver(createSecret())])
  apps = { platform, receiver }
})
afterAll(() => Promise.all([apps.platform.close(), apps.receiver.close()]))

/** The reference server and the reference receiver that all tests in a file share. */
export const useApps = (): Apps => apps
