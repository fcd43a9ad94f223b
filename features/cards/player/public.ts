export { CardShopLink } from './shop-link.tsx';
