export { default as WechatLink } from './wechat-link.tsx';
