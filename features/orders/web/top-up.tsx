export default function TopUp() {
  return null;
}
