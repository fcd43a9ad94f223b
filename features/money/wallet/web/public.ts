export { Card, Tiles } from './wallet-parts.tsx';
