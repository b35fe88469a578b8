import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = ReturnType<typeof mountSmallDisk>

/** Mounting needs root on Linux. Without it, prints a message, and the tests count as skipped. */
export const canMount = checkMount()

/** A file system that can be full while all others have space. */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  const ballast = join(folder, 'ballast')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    /** Fills it up to that many bytes; returns the bytes that are then free. */
    fill(leaveBytes: number) {
      const file = openSync(ballast, 'w')
      const chunk = Buffer.alloc(16_384)
      while (freeBytes() >= leaveBytes + chunk.length) writeSync(file, chunk)
      closeSync(file)
      return freeBytes()
    },
    /** Deletes the files that filled it. */
    clear: () => rmSync(ballast, { force: true }),
    unmount() {
      // A process that was just killed may hold its files for a moment.
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

function checkMount(): boolean {
  try {
    mountSmallDisk(1).unmount()
    return true
  } catch {
    console.warn('SKIPPED: tests of a full disk, as they need root on Linux to mount a small one.')
    return false
  }
}
