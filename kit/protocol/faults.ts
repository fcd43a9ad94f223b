/** warning: it still plays; stop: it takes no money until mended. Names and help: `devices:fault.<code>.*`. */
export const faults = {
  prizeSensorBlocked: 'stop',
  prizeSensorSilent: 'warning',
  gripCoil: 'stop',
  clawMotor: 'stop',
  lineTangled: 'stop',
  coinJam: 'stop',
  hopperEmpty: 'stop',
  hopperLow: 'warning',
  hopperJam: 'stop',
  noteJam: 'warning',
  noteBoxFull: 'warning',
  laneJam: 'warning',
  dropNotSeen: 'warning',
  motorStuck: 'stop',
  doorOpen: 'stop',
  lockStuck: 'stop',
  ticketJam: 'stop',
  ticketsOut: 'stop',
  needleSensor: 'stop',
  temperatureHigh: 'warning',
  storageFull: 'warning',
  powerLow: 'warning',
  clockWrong: 'warning',
  screenLost: 'warning',
} as const;
export type FaultCode = keyof typeof faults;
export type Severity = (typeof faults)[FaultCode];

export const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(faults, code);
