export { GoodsClaim } from './goods-claim.tsx';
export { ShelfLink } from './shelf-link.tsx';
