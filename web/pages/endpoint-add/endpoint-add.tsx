export default function P() { return <h1>endpoint-add</h1>; }
