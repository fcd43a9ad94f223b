/**
 * Demo mode only: loads the script that plays Web Bluetooth in this browser, and says which simulated machine the
 * person would have picked in the browser's own list.
 */
export async function playBluetooth(script: string, machine: string): Promise<void> {
  const module = (await import(/* @vite-ignore */ script)) as { install(machine: string): void };
  module.install(machine);
}
