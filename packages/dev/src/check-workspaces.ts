import { findFaults } from './find-faults.ts'
import { findWorkspaces, root } from './workspaces.ts'

const faults = findFaults(findWorkspaces(), root)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log('workspaces: every package and app has what it must have')
