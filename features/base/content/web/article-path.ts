export { articlePath } from '../rules/article-path.ts';
