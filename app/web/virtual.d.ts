/** Made by scripts/web: see there. */
declare module 'virtual:screens/open' {
  const modules: readonly import('#kit/contract/screen.ts').ScreenModule[];
  export default modules;
}

declare module 'virtual:screens/staff' {
  const modules: readonly import('#kit/contract/screen.ts').ScreenModule[];
  export default modules;
}

declare module 'virtual:tokens.css';
