/** Where each group of settings is edited; groups without a screen stand on the page of everything. */
const screens: Readonly<Record<string, string>> = {
  play: '/dollMachineSetting',
  force: '/dollMachineSetting2',
  motion: '/dollMachineSetting3',
  consume: '/consumeSetting',
  signal: '/signalSelection',
  screen: '/screenType',
  exchange: '/currencyMachineSetting',
  notes: '/jumSetBankNoTes',
  noteSwitch: '/paperSwitch',
  tickets: '/lotterySetting',
  needleGame: '/setParamLipstick',
  lanes: '/channelConfiguration',
  prizeLanes: '/channelConfiguration',
};

export function screenOfGroup(group: string, equipmentId: string): string {
  const path = screens[group];
  return path
    ? `${path}?equipmentId=${equipmentId}`
    : `/dollMachineSettingSingle?equipmentId=${equipmentId}&group=${group}`;
}
