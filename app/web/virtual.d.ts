/** Made by scripts/web: see there. */
declare module 'virtual:screens/player' {
  const modules: readonly import('./screens.ts').PlayerModule[];
  export default modules;
}

declare module 'virtual:screens/entry' {
  const modules: readonly import('./screens.ts').BuiltModule[];
  export default modules;
}

declare module 'virtual:screens/staff' {
  const modules: readonly import('./screens.ts').BuiltModule[];
  export default modules;
}

declare module 'virtual:slots' {
  const modules: readonly import('#kit/ui/slots.ts').SlotModule[];
  export default modules;
}

declare module 'virtual:tokens.css';
