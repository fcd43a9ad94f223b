export { CounterWishCard } from './counter-wish.tsx';
export { StoreLink } from './store-link.tsx';
