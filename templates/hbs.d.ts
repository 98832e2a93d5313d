/** Templates are bundled as text. */
declare module "*.hbs" {
  const text: string;
  export default text;
}
